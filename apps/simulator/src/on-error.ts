import type { ErrorRequestHandler, Response } from 'express'

export function onError(answer: (error: unknown, res: Response) => void): ErrorRequestHandler {
  // Express recognizes error handlers by their four parameters.
  return (error: unknown, _req, res, _next) => answer(error, res)
}
