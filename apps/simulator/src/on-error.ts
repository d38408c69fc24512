import type { ErrorRequestHandler, Response } from 'express'

/** Turns a function into an Express error handler. */
export function onError(answer: (error: unknown, res: Response) => void): ErrorRequestHandler {
  // Express detects error handlers by their four parameters.
  return (error: unknown, _req, res, _next) => answer(error, res)
}
