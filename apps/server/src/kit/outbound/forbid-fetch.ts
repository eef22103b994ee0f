import { ForbiddenDestination } from './checked-lookup.ts'

/**
 * Takes `fetch` away from this process. None of our own files may use it, but libraries do where somebody hands them an
 * address, and nobody would check that one.
 */
export function forbidFetch(): void {
  globalThis.fetch = () =>
    Promise.reject(new ForbiddenDestination('Connections are opened by kit/outbound and nobody else'))
}
