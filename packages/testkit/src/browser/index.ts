export {
  closeBrowser,
  openWatchedPage,
  sharedBrowser,
  type Violation,
  violationsOf,
  type WatchedPage,
} from './browser.ts'
export { becomeOwner, firstLink, openAsOwner, openPatiently, owner, patienceMs, wide } from './owner.ts'
export { addSecondFactor, signInWithCode, totpCode } from './second-factor.ts'
