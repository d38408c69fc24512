export { type Violation, violationsOf } from './axe.ts'
export { closeBrowser, sharedBrowser } from './browser.ts'
export { openWatchedPage, type WatchedPage } from './watched-page.ts'
