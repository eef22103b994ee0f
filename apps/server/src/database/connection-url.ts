import type { Endpoint } from './endpoint.ts'

export function connectionUrl(endpoint: Endpoint, user: string, database: string): string {
  if (endpoint.kind === 'tcp') {
    return `postgresql://${user}:${encodeURIComponent(endpoint.password)}@127.0.0.1:${endpoint.port}/${database}`
  }
  const parameters = new URLSearchParams({ host: endpoint.dir, port: String(endpoint.port), user })
  // `pg` would read a plus sign as a space only in some places; an encoded space is the same everywhere.
  return `postgresql:///${database}?${parameters.toString().replaceAll('+', '%20')}`
}

/** The same server and user, another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
