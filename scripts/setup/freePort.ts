import { createServer } from 'node:net';

/** The first port from `first` on that nothing on this machine listens on. */
export async function freePort(first: number): Promise<number> {
  let port = first;
  while (!(await isFree(port))) port++;
  return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
