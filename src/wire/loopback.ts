/** 127.0.0.0/8 and ::1, also as an IPv4 address mapped into IPv6, as a URL writes them. */
const ADDRESS = /^(?:127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/;

/** Whether a host name, as a URL has it, means this machine. */
export function isLoopback(hostname: string): boolean {
  // a dot at the end names the root of all names
  return /^(?:.+\.)?localhost\.?$/.test(hostname) || ADDRESS.test(hostname);
}
