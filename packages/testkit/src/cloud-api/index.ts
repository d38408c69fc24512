export { assertAnswer, assertCallback, assertRequest, assertSendRequest, type GraphRequest } from './assertions.ts'
export { callbackExamples, type Example, hasDocument, sendExamples, violations } from './document.ts'
