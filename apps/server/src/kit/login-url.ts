export interface DatabaseLogin {
  readonly role: string
  readonly password: string
}

/** Spaces as `%20`: some readers of addresses take a plus sign for one, others for itself. */
const withPlainSpaces = (url: URL): string => {
  url.search = url.search.replaceAll('+', '%20')
  return url.href
}

/**
 * The same database by another login. A login, and not a role that is merely assumed: that could be laid down again by
 * the next statement.
 */
export function withLogin(given: string, { role, password }: DatabaseLogin): string {
  const url = new URL(given)
  if (url.searchParams.has('user')) url.searchParams.set('user', role)
  else url.username = role
  if (url.hostname) url.password = password
  else url.searchParams.set('password', password)
  return withPlainSpaces(url)
}
