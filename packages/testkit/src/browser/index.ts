export {
  closeBrowser,
  openWatchedPage,
  sharedBrowser,
  type Violation,
  violationsOf,
  type WatchedPage,
} from './browser.ts'
