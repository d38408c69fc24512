export { type TestBus, testBus } from './bus.fixture.ts'
export { busEvent, startTestService, type TestService, type TestServiceOptions } from './service.fixture.ts'
