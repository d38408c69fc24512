export type { TestBus } from './bus.fixture.ts'
export { addProcess } from './other-process.fixture.ts'
export { busEvent, startTestService, type TestService, type TestServiceOptions } from './service.fixture.ts'
export { textOfRows } from './text-of-rows.fixture.ts'
