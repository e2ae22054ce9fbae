/** Follows what uv or pip prints and says in a few words what is being done. */
export class InstallProgress {
  #downloading = 0;
  #downloaded = 0;

  /** What a line tells of the work; undefined where it tells nothing new. */
  read(line: string): string | undefined {
    return this.#readUv(line) ?? readPip(line);
  }

  #readUv(line: string): string | undefined {
    const resolved = /^Resolved (\d+) packages? in /.exec(line);
    if (resolved) return `${resolved[1] ?? ''} packages to install`;
    const downloading = /^Downloading (\S+) \((\S+)\)$/.exec(line);
    if (downloading) {
      this.#downloading += 1;
      return this.#downloads(`Downloading ${downloading[1] ?? ''} (${downloading[2] ?? ''})`);
    }
    const downloaded = /^\s+Downloaded (\S+)$/.exec(line);
    if (downloaded) {
      this.#downloaded += 1;
      return this.#downloads(`Downloaded ${downloaded[1] ?? ''}`);
    }
    const building = /^\s+Building (\S+)$/.exec(line);
    if (building) return `Building ${building[1] ?? ''}`;
    if (/^Prepared \d+ packages? in /.test(line)) return 'Copying the packages';
    if (/^Installed \d+ packages? in /.test(line)) return 'Compiling to bytecode';
    return undefined;
  }

  #downloads(what: string): string {
    return `${what}, ${String(this.#downloaded)} of ${String(this.#downloading)} large files done`;
  }
}

function readPip(line: string): string | undefined {
  const collecting = /^(?:Collecting|Processing) (\S+)/.exec(line);
  if (collecting) return `Looking at ${(collecting[1] ?? '').split('/').at(-1) ?? ''}`;
  const downloading = /^\s+Downloading (\S+)(?: \((.+)\))?$/.exec(line);
  if (downloading) {
    const file = (downloading[1] ?? '').split('/').at(-1) ?? '';
    return `Downloading ${file.split('-')[0] ?? ''}${downloading[2] ? ` (${downloading[2]})` : ''}`;
  }
  const building = /^\s+Building wheel for (\S+)/.exec(line);
  if (building) return `Building ${building[1] ?? ''}`;
  const installing = /^Installing collected packages: (.+)$/.exec(line);
  if (installing) {
    return `Copying ${String((installing[1] ?? '').split(',').length)} packages and compiling them to bytecode`;
  }
  return undefined;
}
