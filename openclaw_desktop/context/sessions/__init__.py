"""The sessions of an agent, as both eras keep them: found, listed, read; never written."""
