/**
 * The line that puts a folder first on a shell's PATH. A terminal's environment is not enough: the
 * shell's own start-up files may put others before it.
 *
 * @param shell the shell's program, by its path
 */
export function pathCommand(shell: string, folder: string): string {
  const name = shell
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/\.exe$/i, '')
    .toLowerCase();
  switch (name) {
    case 'fish':
      return `set -gx PATH ${inSingleQuotes(folder, "\\'")} $PATH`;
    case 'pwsh':
    case 'powershell':
      return `$env:PATH = ${inSingleQuotes(folder, "''")} + [IO.Path]::PathSeparator + $env:PATH`;
    case 'cmd':
      return `set "PATH=${folder};%PATH%"`;
    default:
      return `export PATH=${inSingleQuotes(folder, "'\\''")}:"$PATH"`;
  }
}

function inSingleQuotes(text: string, quote: string): string {
  return `'${text.replaceAll("'", quote)}'`;
}
