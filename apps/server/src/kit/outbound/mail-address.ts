import { texts } from '@signalbox/model/text/texts'
import { plainHost, portOf, type Destinations } from './destinations.ts'

export interface MailAddress {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Reads the address of a mail server. The library that speaks to it would read any of its settings from the address,
 * such as a program to run in place of a connection, so it never sees the address itself.
 */
export function parseMailAddress(address: string): MailAddress | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const host = plainHost(url.hostname)
  if ((url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || !host) return undefined
  const { username, password } = url
  return {
    host,
    port: portOf(url),
    secure: url.protocol === 'smtps:',
    ...((username || password) && { auth: { user: decoded(username), pass: decoded(password) } }),
  }
}

/** What an operator may add to the address of its own mail server. */
const operatorOptions: Readonly<Record<string, (value: boolean) => object>> = {
  ignoreTLS: (value) => ({ ignoreTLS: value }),
  requireTLS: (value) => ({ requireTLS: value }),
  'tls.rejectUnauthorized': (value) => ({ tls: { rejectUnauthorized: value } }),
}

/** Nothing when there is one we do not know. */
export function operatorOptionsOf(address: string): object | undefined {
  let options = {}
  for (const [name, value] of new URL(address).searchParams) {
    const option = Object.hasOwn(operatorOptions, name) ? operatorOptions[name] : undefined
    if (!option || (value !== 'true' && value !== 'false')) return undefined
    options = { ...options, ...option(value === 'true') }
  }
  return options
}

/** Whether an address can be that of the platform's own mail server. */
export const isOwnMailServer = (address: string): boolean =>
  parseMailAddress(address) !== undefined && operatorOptionsOf(address) !== undefined

/** What speaks against the address of a mail server that somebody typed into a form. */
export function mailServerProblem(destinations: Destinations, address: string): string | undefined {
  const server = parseMailAddress(address)
  if (!server) return texts.invalidUrl
  if (new URL(address).search) return 'The address of a mail server has no options'
  return destinations.hostProblem(server.host, server.port)
}
