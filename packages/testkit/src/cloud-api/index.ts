export { assertAnswer, assertCallback, assertSendRequest } from './assertions.ts'
export { callbackExamples, type Example, hasDocument, sendExamples, violations } from './document.ts'
export { assertRequest, type GraphRequest } from './requests.ts'
