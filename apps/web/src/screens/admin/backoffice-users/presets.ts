import { rolePreset } from '@signalbox/model/entities/role-preset'
import type { RecordOf } from '@signalbox/model/field/entity'
import { ordinaryPageSize } from '@signalbox/model/field/paging'
import { mayGrant, type Role } from '@signalbox/model/access/roles'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'

export type Preset = RecordOf<typeof rolePreset>

/** The presets a merchant has, its own and inherited ones. */
export function usePresets(merchantId: number) {
  return useQuery({
    queryKey: [rolePreset.slug, 'of', merchantId],
    queryFn: ({ signal }) =>
      api('GET /role-preset', {
        query: { start: 0, limit: ordinaryPageSize, merchantId },
        signal,
        suppressToast: true,
      }),
  })
}

export interface PresetDifference {
  /** Held, and not part of the preset. */
  readonly beyond: readonly Role[]
  readonly missing: readonly Role[]
}

export const differenceFrom = (preset: Pick<Preset, 'roles'>, held: readonly Role[]): PresetDifference => ({
  beyond: held.filter((role) => !preset.roles.includes(role)),
  missing: preset.roles.filter((role) => !held.includes(role)),
})

/** The roles after a preset was applied: nobody gives or takes with it what they may not give or take without it. */
export function rolesWith(
  preset: Pick<Preset, 'roles'>,
  held: readonly Role[],
  granter: readonly Role[],
): Role[] {
  const kept = held.filter((role) => preset.roles.includes(role) || !mayGrant(granter, role))
  const added = preset.roles.filter((role) => !held.includes(role) && mayGrant(granter, role))
  return [...kept, ...added]
}
