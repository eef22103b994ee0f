import { isDeepStrictEqual } from 'node:util'
import type { SettingsPatch } from '@signalbox/model/calls/userdata'
import { mayAccess } from '@signalbox/model/access/policy'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { UserData, UserSettings } from '@signalbox/model/access/session'
import type { Work } from '../../kit/handle.ts'
import { merchantFormats } from './merchant-formats.ts'
import { changedOnly, readChosen, settingsWith, withPatch } from './settings.ts'
import { getSettings, putSettings } from './store.ts'
import { viewsFor } from './view-service.ts'

async function ownSettings({ tx, user }: Work): Promise<Omit<UserData, 'views'>> {
  const { settings, version } = await getSettings(tx, user)
  const ofMerchant = await merchantFormats(tx, user.homeMerchantId)
  return { settings: settingsWith(readChosen(settings), ofMerchant), version }
}

export const readUserData = async (work: Work): Promise<UserData> => ({
  ...(await ownSettings(work)),
  views: await viewsFor(work, { whose: 'all' }),
})

/** Whoever gives back what they were given changes nothing, and is not refused what they could not choose anew. */
const isChosenAnew = (
  name: keyof UserSettings,
  { [name]: chosen }: SettingsPatch,
  now: UserSettings,
): boolean => chosen !== undefined && !isDeepStrictEqual(chosen, now[name])

function checkMerchant(work: Work, patch: SettingsPatch, now: UserSettings): void {
  const { defaultMerchantId } = patch
  if (!isChosenAnew('defaultMerchantId', patch, now) || defaultMerchantId === null) return
  if (!work.inScope.some(({ id }) => id === defaultMerchantId)) {
    throw invalid({ field: 'settings.defaultMerchantId', code: 'SCOPE', message: 'Unknown merchant' })
  }
}

/** Others are told nothing they could choose a channel for. */
function checkChannels({ user }: Work, patch: SettingsPatch, now: UserSettings): void {
  if (!isChosenAnew('alertChannels', patch, now) || mayAccess('alerts.view', user)) return
  throw invalid({
    field: 'settings.alertChannels',
    code: 'ROLE',
    message: 'Only alert receivers can choose how alerts reach them.',
  })
}

/** Others may save at the same moment; of so many in a row somebody is not a person. */
const mostTries = 5

/** Puts a patch on the settings that were read by its author, or, without a version, on those that are there. */
async function putPatch(work: Work, version: number | undefined, patch: SettingsPatch) {
  const tries = version === undefined ? mostTries : 1
  for (let i = 0; i < tries; i++) {
    const stored = await getSettings(work.tx, work.user)
    const before = readChosen(stored.settings)
    const after = withPatch(before, patch)
    const isNewest = version === undefined || version === stored.version
    if (isNewest && (await putSettings(work.tx, work.user, stored.version, after, work.now)))
      return changedOnly(before, after)
  }
  throw new Refusal('VERSION_CONFLICT', { current: await readUserData(work) })
}

export async function changeSettings(
  work: Work,
  version: number | undefined,
  patch: SettingsPatch,
): Promise<UserData> {
  const { settings: now } = await ownSettings(work)
  checkMerchant(work, patch, now)
  checkChannels(work, patch, now)
  const [changedFrom, changedTo] = await putPatch(work, version, patch)
  const { id, username, homeMerchantId } = work.user
  work.audit({
    merchantId: homeMerchantId,
    entityType: 'userdata',
    entityId: id,
    entityLabel: username,
    changeType: 'UPDATE',
    action: 'SETTINGS',
    before: changedFrom,
    after: changedTo,
  })
  work.emit({ merchantId: homeMerchantId, topic: 'userdata', key: id })
  return readUserData(work)
}
