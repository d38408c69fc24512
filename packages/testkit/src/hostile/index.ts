export { type HostileServer, hostileUrls, startHostileServer } from './server.ts'
