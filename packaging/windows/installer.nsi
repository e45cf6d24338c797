; The installer: for one person, without an administrator. Compiled by installer.py, which defines the names.
; Silent: SETUP.EXE /S [/D=FOLDER]; it ends with 2 when the program is open and 3 where it cannot run.

Unicode true
!ifdef TARGET
  Target ${TARGET}
!endif
!include MUI2.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include x64.nsh

Name "${TITLE}"
OutFile "${PACKAGE}"
InstallDir "$LOCALAPPDATA\Programs\${TITLE}"
InstallDirRegKey HKCU "Software\${NAME}" "Folder"
RequestExecutionLevel user
SetCompressor /SOLID lzma
ManifestDPIAware true
BrandingText "${TITLE} ${VERSION}"

VIProductVersion "${NUMBERS}"
VIFileVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "${TITLE}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "${TITLE} Setup"
VIAddVersionKey "CompanyName" "${PUBLISHER}"
VIAddVersionKey "LegalCopyright" "MIT License"

!ifdef SIGN
  !uninstfinalize '${SIGN} "%1"' = 0
!endif

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\${NAME}"
!define OPEN_FOLDER "Software\Classes\Directory\shell\${NAME}"
!define OPEN_INSIDE "Software\Classes\Directory\Background\shell\${NAME}"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\${NAME}.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Open ${TITLE}"
!define MUI_UNCONFIRMPAGE_TEXT_TOP "The program is removed. Your notes stay where they are. Settings, index, and the approved versions and decisions of your reviews stay in $LOCALAPPDATA\${NAME}: delete that folder yourself if you do not want them any more."

!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; What is loaded cannot be replaced: who updates is asked to close the program first.
!macro RefuseWhileOpen
  again:
  ${If} ${FileExists} "$INSTDIR\${NAME}.exe"
    ClearErrors
    FileOpen $0 "$INSTDIR\${NAME}.exe" a
    ${If} ${Errors}
      MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "${TITLE} is open, or its files cannot be written. Close its windows and try again." /SD IDCANCEL IDRETRY again
      SetErrorLevel 2
      Quit
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

; Only what was installed: the folder may be one that holds other things too.
!macro RemoveProgram
  ${If} ${FileExists} "$INSTDIR\${NAME}.exe"
    RMDir /r "$INSTDIR\_internal"
    Delete "$INSTDIR\${NAME}.exe"
    Delete "$INSTDIR\${COMMAND}.exe"
  ${EndIf}
!macroend

Function .onInit
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
    MessageBox MB_OK|MB_ICONSTOP "${TITLE} needs Windows 10 or later with 64 bits." /SD IDOK
    SetErrorLevel 3
    Quit
  ${EndIf}
FunctionEnd

Section "${TITLE}" SecProgram
  SectionIn RO
  !insertmacro RefuseWhileOpen
  !insertmacro RemoveProgram
  SetOutPath "$INSTDIR"
  File /r "${PROGRAM}\*.*"
  CreateShortcut "$SMPROGRAMS\${TITLE}.lnk" "$INSTDIR\${NAME}.exe" "" "$INSTDIR\${NAME}.exe" 0 SW_SHOWNORMAL "" "${SUMMARY}"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "Software\${NAME}" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "${TITLE}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\${NAME}.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "${PUBLISHER}"
  WriteRegStr HKCU "${UNINSTALL}" "URLInfoAbout" "${HOMEPAGE}"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${KILOBYTES}
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section /o "An entry in the menu of every folder" SecFolder
  WriteRegStr HKCU "${OPEN_FOLDER}" "" "Open in ${TITLE}"
  WriteRegStr HKCU "${OPEN_FOLDER}" "Icon" "$INSTDIR\${NAME}.exe"
  WriteRegStr HKCU "${OPEN_FOLDER}\command" "" '"$INSTDIR\${NAME}.exe" "%1"'
  WriteRegStr HKCU "${OPEN_INSIDE}" "" "Open in ${TITLE}"
  WriteRegStr HKCU "${OPEN_INSIDE}" "Icon" "$INSTDIR\${NAME}.exe"
  WriteRegStr HKCU "${OPEN_INSIDE}\command" "" '"$INSTDIR\${NAME}.exe" "%V"'
SectionEnd

Section /o "An icon on the desktop" SecDesktop
  CreateShortcut "$DESKTOP\${TITLE}.lnk" "$INSTDIR\${NAME}.exe"
SectionEnd

LangString ABOUT_PROGRAM ${LANG_ENGLISH} "The program, its embedding model, and an entry in the start menu."
LangString ABOUT_FOLDER ${LANG_ENGLISH} "Right-click a folder to open it as a workspace. Nothing else opens differently."
LangString ABOUT_DESKTOP ${LANG_ENGLISH} "One more way to start it."
!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
  !insertmacro MUI_DESCRIPTION_TEXT ${SecProgram} $(ABOUT_PROGRAM)
  !insertmacro MUI_DESCRIPTION_TEXT ${SecFolder} $(ABOUT_FOLDER)
  !insertmacro MUI_DESCRIPTION_TEXT ${SecDesktop} $(ABOUT_DESKTOP)
!insertmacro MUI_FUNCTION_DESCRIPTION_END

Section "Uninstall"
  !insertmacro RefuseWhileOpen
  !insertmacro RemoveProgram
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${TITLE}.lnk"
  Delete "$DESKTOP\${TITLE}.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "${OPEN_FOLDER}"
  DeleteRegKey HKCU "${OPEN_INSIDE}"
  DeleteRegKey HKCU "Software\${NAME}"
SectionEnd
