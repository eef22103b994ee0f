import { isIP } from 'node:net'
import { texts } from '@signalbox/model/text/texts'
import { addressKind, blockMatcher, plainAddress, type AddressKind } from './address-kind.ts'
import type { AllowedRange } from './allowed-range.ts'

/** Where connections may lead. One object says so when an address is saved and when it is connected to. */
export interface Destinations {
  readonly production: boolean
  /** What speaks against connecting to an address, told by number; nothing when it is fine. */
  addressProblem(address: string, port: number): string | undefined
  /** The same of a host as it stands in an address, as far as it can be seen without asking anybody. */
  hostProblem(host: string, port: number): string | undefined
  /** What speaks against calling a web address; nothing when it is fine. */
  webProblem(address: string): string | undefined
  /** Whether the operator named exactly this host in a setting of its own. */
  isTrusted(host: string, port: number): boolean
  /** The same, and the host of an address that the operator set, wherever it lies. */
  trusting(address: string | undefined): Destinations
}

interface DestinationSettings {
  readonly production: boolean
  readonly allowed: readonly AllowedRange[]
}

/** What an operator may open: its own networks. Nobody has business at a metadata service or with a whole line. */
const canBeAllowed: ReadonlySet<AddressKind> = new Set(['private', 'loopback'])

const words: Readonly<Record<Exclude<AddressKind, 'public'>, string>> = {
  loopback: 'points to this machine',
  private: 'points into a private network',
  'link-local': 'is link-local',
  metadata: 'is that of a metadata service',
  multicast: 'is one of many receivers',
  reserved: 'is reserved',
}

/** Names whose address everybody knows. */
const knownNames: ReadonlyMap<string, string> = new Map([
  ['localhost', '127.0.0.1'],
  ['ip6-localhost', '::1'],
  ['ip6-loopback', '::1'],
  ['metadata.google.internal', '169.254.169.254'],
  ['metadata.goog', '169.254.169.254'],
  ['instance-data.ec2.internal', '169.254.169.254'],
])

const addressOfName = (name: string): string | undefined =>
  knownNames.get(name.endsWith('.localhost') ? 'localhost' : name)

const isWeb = (protocol: string): boolean => protocol === 'http:' || protocol === 'https:'
const usualPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'smtp:': 587,
  'smtps:': 465,
}

export const portOf = ({ protocol, port }: URL): number => Number(port || (usualPorts[protocol] ?? 0))

/** A host in the one way that browsers write it: numbers of any spelling become an address, without brackets. */
export function plainHost(host: string): string | undefined {
  const address = `http://${isIP(host) === 6 ? `[${host}]` : host}`
  if (!URL.canParse(address)) return undefined
  const { hostname, pathname, username, port } = new URL(address)
  if (pathname !== '/' || username || port) return undefined
  return hostname.replaceAll(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** Whether a host is this machine, as far as it can be seen. */
export function isLoopback(host: string): boolean {
  const plain = plainHost(host) ?? ''
  const address = isIP(plain) ? plain : addressOfName(plain)
  return address !== undefined && addressKind(address) === 'loopback'
}

export function openDestinations(
  settings: DestinationSettings,
  trusted: ReadonlySet<string> = new Set(),
): Destinations {
  const { production } = settings
  const allowed = settings.allowed.map(({ block, port }) => ({ matches: blockMatcher([block]), port }))
  const nameOf = (host: string, port: number): string => `${plainHost(host) ?? host}:${port}`

  const addressProblem = (address: string, port: number): string | undefined => {
    const kind = addressKind(address)
    if (kind === 'public' || (kind === 'loopback' && !production)) return undefined
    const plain = plainAddress(address)
    const isOpen = allowed.some((range) => (range.port ?? port) === port && range.matches(plain))
    if (isOpen && canBeAllowed.has(kind)) return undefined
    return `The address must be reachable from outside; it ${words[kind]}`
  }
  const isTrusted = (host: string, port: number): boolean => trusted.has(nameOf(host, port))
  const hostProblem = (host: string, port: number): string | undefined => {
    if (isTrusted(host, port)) return undefined
    const plain = plainHost(host)
    if (!plain) return texts.invalidUrl
    const address = isIP(plain) ? plain : addressOfName(plain)
    return address && addressProblem(address, port)
  }
  const destinations: Destinations = {
    production,
    addressProblem,
    hostProblem,
    isTrusted,
    webProblem: (address) => {
      if (!URL.canParse(address)) return texts.invalidUrl
      const url = new URL(address)
      // What the operator named on this machine, such as a collector of traces, nobody else can listen to.
      const isOwn = isTrusted(url.hostname, portOf(url)) && isLoopback(url.hostname)
      if (!isWeb(url.protocol) || (production && url.protocol === 'http:' && !isOwn))
        return 'The address must begin with https://'
      return hostProblem(url.hostname, portOf(url))
    },
    trusting: (address) => {
      if (address === undefined) return destinations
      const url = new URL(address)
      return openDestinations(settings, new Set([...trusted, nameOf(url.hostname, portOf(url))]))
    },
  }
  return destinations
}

/** Where connections of this server may lead, as its settings say. */
export const destinationsOf = (config: {
  readonly environment: string
  readonly outboundAllow: readonly AllowedRange[]
}): Destinations =>
  openDestinations({ production: config.environment === 'production', allowed: config.outboundAllow })
