"""What an auditor asks for: whether everything agrees, a report, and who may read and write."""
