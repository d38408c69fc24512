export { withDatabaseTls } from '../db/tls.ts'
export { finishStartSoon } from '../heap.ts'
export { fileEnding, readSettings as readSettingFiles } from '../setting-files.ts'
