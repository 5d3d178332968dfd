export function listenError(error: NodeJS.ErrnoException, port: number, hostname: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${hostname} is in use. Stop the program that uses it, or choose another port.`,
    EACCES: `Port ${port} on ${hostname} requires more privileges. Choose a port above 1023.`,
    EADDRNOTAVAIL: `${hostname} is not an address of this machine.`,
    ENOTFOUND: `The host name ${hostname} is unknown.`,
  };
  return new Error(reasons[error.code ?? ""] ?? error.message, { cause: error });
}
