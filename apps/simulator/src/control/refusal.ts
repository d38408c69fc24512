/** A refusal of the control API; answered as `{ error: { message } }`. */
export class ControlRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Refuses a control call with an HTTP status and a sentence. */
export function refuseControl(status: number, message: string): never {
  throw new ControlRefusal(status, message)
}
