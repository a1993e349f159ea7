; The Windows installer: iscc /DVersion=0.3.0 deploy\program\pennant.iss
; It installs for one user, so that it needs no administrator.
[Setup]
AppId={{6B0C3C53-57B5-4B3B-9C2E-9B2B1F0C7A11}
AppName=Pennant
AppVersion={#Version}
AppPublisher=Pennant
DefaultDirName={localappdata}\Programs\Pennant
DefaultGroupName=Pennant
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesInstallIn64BitMode=x64compatible
OutputDir=..\..\dist
OutputBaseFilename=Pennant-setup
Compression=lzma2
SolidCompression=yes

[InstallDelete]
Type: filesandordirs; Name: "{app}\libraries"

[Files]
Source: "..\..\dist\Pennant\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Pennant"; Filename: "{app}\Pennant.exe"
Name: "{userdesktop}\Pennant"; Filename: "{app}\Pennant.exe"; Tasks: desktop

[Tasks]
Name: desktop; Description: "Put an icon on the desktop"

[Run]
Filename: "{app}\Pennant.exe"; Description: "Start Pennant"; Flags: postinstall nowait skipifsilent
