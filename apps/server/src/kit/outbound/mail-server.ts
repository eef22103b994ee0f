import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createTransport, type Transporter } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { texts } from '@signalbox/model/text/texts'
import { composeOptions } from '../mail/compose.ts'
import { checkedLookup, ForbiddenDestination, systemResolve, type Resolve } from './checked-lookup.ts'
import { openDestinations, type Destinations } from './destinations.ts'
import { LimitedLine, type LineLimits } from './limited-line.ts'
import { mailServerProblem, operatorOptionsOf, parseMailAddress, type MailAddress } from './mail-address.ts'

interface MailLimits extends LineLimits {
  readonly connectMs: number
  /** How long the server may be silent. */
  readonly silenceMs: number
}

/** Far more than a mail server says about one mail. */
const ordinaryLimits: MailLimits = {
  mostBytes: 256 * 1024,
  wholeMs: 60_000,
  connectMs: 10_000,
  silenceMs: 20_000,
}

interface MailServerDeps {
  readonly limits?: Partial<MailLimits>
  /** Tests have names of their own. */
  readonly resolve?: Resolve
}

/** Mails of a merchant go to a server somebody typed into a form: not inside, and in production not in the clear. */
export function merchantMailServer(
  address: string,
  { destinations, ...deps }: MailServerDeps & { readonly destinations: Destinations },
): Transporter {
  const problem = mailServerProblem(destinations, address)
  if (problem !== undefined) throw new ForbiddenDestination(problem)
  return openMailServer(address, { ...deps, destinations, options: { requireTLS: destinations.production } })
}

/** The platform's own mail server is where its operator says, which may be beside it. */
export function ownMailServer(address: string, deps: MailServerDeps = {}): Transporter {
  const destinations = openDestinations({ production: true, allowed: [] }).trusting(address)
  return openMailServer(address, { ...deps, destinations, options: operatorOptionsOf(address) ?? {} })
}

interface OpenDeps extends MailServerDeps {
  readonly destinations: Destinations
  readonly options: object
}

function openMailServer(address: string, deps: OpenDeps): Transporter {
  const { destinations, options, resolve = systemResolve } = deps
  const server = parseMailAddress(address)
  if (!server) throw new ForbiddenDestination(texts.invalidUrl)
  const limits = { ...ordinaryLimits, ...deps.limits }
  const settings: SMTPTransport.Options = {
    ...options,
    ...server,
    ...composeOptions,
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.connectMs,
    socketTimeout: limits.silenceMs,
    getSocket: (_options, done) => openLine(server, { destinations, resolve, limits }, done),
  }
  return createTransport(settings)
}

interface LineDeps {
  readonly destinations: Destinations
  readonly resolve: Resolve
  readonly limits: MailLimits
}

type LineOpened = (error: Error | null, line?: { readonly connection: Socket }) => void

function openLine(
  { host, port }: MailAddress,
  { destinations, resolve, limits }: LineDeps,
  done: LineOpened,
): void {
  const problem = destinations.hostProblem(host, port)
  if (problem !== undefined) return done(new ForbiddenDestination(problem))
  const socket = connect({ host, port, lookup: checkedLookup(destinations, resolve, port) })
  const timer = setTimeout(() => socket.destroy(new Error('could not connect in time')), limits.connectMs)
  const fail = (error: Error): void => {
    clearTimeout(timer)
    done(error)
  }
  socket.once('error', fail)
  socket.once('connect', () => {
    clearTimeout(timer)
    socket.removeListener('error', fail)
    const line: Duplex = new LimitedLine(socket, limits)
    // Of a socket, the library uses what a limited line has.
    done(null, { connection: line as Socket })
  })
}
