import type { TaggedOperation } from '@signalbox/model/configuration/merchant-config'
import { invalid } from '@signalbox/model/text/refusal'
import { merchantConfig } from '../../../setup/config/read-model.ts'
import type { UnitOfWork } from '../../../kit/unit-of-work.ts'
import type { Machine } from '../flow/machine.ts'

/** The reason that was given, by its name. */
export interface GivenReason {
  readonly id: string
  readonly name: string
}

/**
 * The merchant's own reason that somebody gave, from those for this kind of operation. None has to be given, from
 * wherever the operation is asked for; one the merchant does not have is refused.
 */
export async function givenReason(
  machine: Machine,
  unit: Pick<UnitOfWork, 'tx'>,
  merchantId: number,
  { tagged, tagId }: { readonly tagged: TaggedOperation | undefined; readonly tagId: string | undefined },
): Promise<GivenReason | undefined> {
  if (tagId === undefined) return undefined
  const { tags } = await merchantConfig({ db: unit.tx, box: machine.deps.box }, merchantId)
  const reason = tagged && tags[tagged].find(({ id }) => id === tagId)
  if (reason) return reason
  throw invalid({
    field: 'tagId',
    code: 'UNKNOWN',
    message: 'The merchant has no such reason for this operation',
  })
}
