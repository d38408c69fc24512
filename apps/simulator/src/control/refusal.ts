/** A control API error, returned as `{ error: { message } }`. */
export class ControlRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Throws an error of the control API. */
export function refuseControl(status: number, message: string): never {
  throw new ControlRefusal(status, message)
}
