/** Whether an error is the one a system call or PostgreSQL names by this code. */
export const hasErrorCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
