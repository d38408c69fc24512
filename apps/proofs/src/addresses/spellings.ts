import { networkInterfaces } from 'node:os'

/** Ways to write this machine, its neighbors, and names that mean either; each a host as it is in a URL. */
const hosts = `
  127.0.0.1 127.1 127.0.1 127.000.000.001 127.255.255.254 127.0.0.1. 0.0.0.0 0
  00000000 0x7f.1 0x7f000001 0x7f.0.0.1 0x7F.0x0.0x0.0x1 2130706433 0177.0.0.1 0177.0.0.01
  017700000001 ①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 %31%32%37.0.0.1 127.0.0.1%2e [::1] [::]
  [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::127.0.0.1] [::7f00:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::FFFF:7F00:0001]
  [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:4136:e378:8000:63bf:3fff:fdd2] [fe80::1] [fe80::1%25lo] [fe80::1%25eth0]
  [fc00::1] [fd00::1] [fec0::1] [ff02::1] [5f00::1] [3fff::1] localhost LOCALHOST
  LocalHost. app.localhost intranet db.internal printer.local metadata.google.internal 169.254.169.254 169.254.0.1
  0xA9FEA9FE 2852039166 10.0.0.1 172.16.0.1 192.168.0.1 100.64.0.1 198.18.0.1 224.0.0.1
  255.255.255.255 good@127.0.0.1 user:pass@127.0.0.1 example.com@127.0.0.1 :@127.0.0.1
`
  .trim()
  .split(/\s+/)

/** Every spelling as a URL to a port, with the addresses this machine really has. */
export function spellings(scheme: 'http' | 'https', port: number): string[] {
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
  )
  return [...new Set([...hosts, ...own])].map((host) => `${scheme}://${host}:${port}/canary`)
}
