import { startTestServers } from './test-servers.ts'

// `node serve-tests.ts`: starts test servers for several runs, prints their URLs as a line of JSON, and stops them when its input ends.
const { stop, ...servers } = await startTestServers()
console.log(JSON.stringify(servers))
process.stdin.resume().once('end', () => void stop())
