import type { ErrorBody } from '@signalbox/model/text/refusal'
import { Refusal, type PlainRefusalCode } from '@signalbox/model/text/refusal'
import { shownWith } from './shown-record.ts'
import { sqlState } from './transaction.ts'

const fastifyCodes: Record<string, PlainRefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_BAD_URL: 'BAD_REQUEST',
  FST_ERR_REQ_INVALID_VALIDATION_INVOCATION: 'BAD_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'URI_TOO_LONG',
}

/** Data PostgreSQL cannot take: the caller's fault, whatever check let it through. */
const dataErrors = new Set(['22021', '22P05', '22P02', '22003', '22001', '22007', '22008'])
/** The database is away, shutting down or full: come back later. */
const outages = /^(08|57P|53)/
const socketErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

/** What the driver says when it has no code: the line broke, or was broken already when a rollback was sent over it. */
const lostConnection = /Connection terminated|timeout exceeded when trying to connect|is not queryable/

const isOutage = (error: unknown): boolean => {
  const code = sqlState(error) ?? ''
  return (
    outages.test(code) ||
    socketErrors.has(code) ||
    (error instanceof Error && lostConnection.test(error.message))
  )
}

/** Turns whatever was thrown into a refusal. Only what we did not foresee becomes a 500. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = sqlState(error) ?? ''
  const known = fastifyCodes[code]
  if (known) return new Refusal(known)
  if (dataErrors.has(code))
    return new Refusal('INVALID', { message: 'The request contains a value that cannot be stored.' })
  if (code === '23505') return new Refusal('DUPLICATE')
  if (isOutage(error)) return new Refusal('UNAVAILABLE', { headers: { 'retry-after': '2' } })
  const status = (error as { statusCode?: number }).statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Refusal(status === 404 ? 'NOT_FOUND' : status === 405 ? 'METHOD_NOT_ALLOWED' : 'BAD_REQUEST')
  }
  return new Refusal('INTERNAL')
}

export function errorBody(refusal: Refusal, errorId: string): ErrorBody {
  const { code, message, details } = refusal
  const current = shownWith(refusal)
  return {
    errorId,
    code,
    message,
    ...(details.fields && { fields: details.fields }),
    ...(current !== undefined && { current }),
    ...(details.refs && { refs: details.refs }),
  }
}
