import pino, { type Logger } from 'pino'

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
}

const longest = 8_000

/** Only these members: drivers hang connections and their passwords on the errors they throw. */
function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error).slice(0, longest) }
  const { code } = error as { code?: unknown }
  return {
    type: error.constructor.name,
    message: error.message.slice(0, longest),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    ...(error.stack && { stack: error.stack.slice(0, longest) }),
  }
}

/** One JSON object per line. */
export const createLog = (level: string): Logger =>
  pino({ level, base: undefined, serializers: { err: loggedError, error: loggedError } })
