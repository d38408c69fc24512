export { withDatabaseTls } from '../db/tls.ts'
export { finishStartSoon } from '../start-garbage.ts'
