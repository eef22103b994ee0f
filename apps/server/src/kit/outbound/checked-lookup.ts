import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Destinations } from './destinations.ts'

/** Asks for the addresses of a name. */
export type Resolve = (
  host: string,
  options: LookupOptions,
  done: (error: Error | null, found: readonly LookupAddress[]) => void,
) => void

export const systemResolve: Resolve = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, found) => done(error, found ?? []))

/** Nothing was sent: the destination is one that must not be called. */
export class ForbiddenDestination extends Error {}

/**
 * Resolves a name for one connection and hands out only addresses that were checked. The connection is made to what
 * comes out of here, so a name that has another address a moment later gains nothing by it. One forbidden address is
 * enough to refuse the name: an honest one has none.
 */
export const checkedLookup =
  (destinations: Destinations, resolve: Resolve, port: number): LookupFunction =>
  (host, options, done) =>
    resolve(host, options, (error, found) => {
      if (error) return done(error, '')
      const problems = destinations.isTrusted(host, port)
        ? []
        : found.flatMap(({ address }) => destinations.addressProblem(address, port) ?? [])
      const [first] = found
      if (problems[0] !== undefined) done(new ForbiddenDestination(problems[0]), '')
      else if (!first) done(new Error(`${host} has no address`), '')
      else if (options.all) done(null, [...found])
      else done(null, first.address, first.family)
    })
