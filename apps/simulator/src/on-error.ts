import type { ErrorRequestHandler, Response } from 'express'

/** An Express error handler made of a function that answers. */
export function onError(answer: (error: unknown, res: Response) => void): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (error: unknown, _req, res, _next) => answer(error, res)
}
