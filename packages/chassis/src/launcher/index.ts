export { withDatabaseTls } from '../db/tls.ts'
export { finishStartSoon } from '../heap.ts'
