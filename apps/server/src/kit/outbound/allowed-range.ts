import { isAddressBlock } from '@signalbox/model/rules/network-address'

/** A place inside of the operator's network that may be called. */
export interface AllowedRange {
  /** `10.1.0.0/16`, or one address. */
  readonly block: string
  /** Absent: every port. */
  readonly port?: number
}

const entryShape = /^(?:\[(?<bracketed>[^\]]+)\]|(?<plain>[^:]+))(?::(?<port>\d{1,5}))?$/
const highestPort = 65_535

/** `10.1.0.0/16`, `10.1.2.3:8443`, `fd00::/8`, `[fd00::1]:443`; nothing when it is none of these. */
export function parseAllowedRange(entry: string): AllowedRange | undefined {
  const { bracketed, plain, port } = entryShape.exec(entry)?.groups ?? {}
  // IPv6 without brackets has no port: nobody could tell it from a group.
  const block = bracketed ?? plain ?? entry
  if (!isAddressBlock(block) || Number(port ?? 1) > highestPort || Number(port ?? 1) === 0) return undefined
  return { block, ...(port !== undefined && { port: Number(port) }) }
}
