import { Alert, Autocomplete, Button, FileInput, Select, Stack } from '@mantine/core'
import { genericProfileName, profileLabel } from '@signalbox/model/settlements/import-profile'
import { counted } from '@signalbox/model/text/counted'
import { usePspName } from '../../../kit/psp-names.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ImportPreview } from './import-preview.tsx'
import { useImportFile } from './use-import-file.ts'

type Importing = ReturnType<typeof useImportFile>

const genericProfile = { value: '', label: profileLabel(genericProfileName) }

function Choices({ importing }: { readonly importing: Importing }) {
  const { choice, options, set, isTooLarge } = importing
  const pspName = usePspName()
  const accounts = options?.accounts ?? []
  const psps = [...new Set(accounts.map(({ psp }) => psp))]
  const profiles = options?.profiles ?? []
  const choosePsp = (psp: string | null) => {
    const own = accounts.filter((account) => account.psp === psp)
    set({
      psp,
      pspAccount: own.length === 1 ? (own[0]?.pspAccount ?? null) : null,
      profileId: profiles.find((profile) => profile.psp === psp)?.id ?? '',
    })
  }
  return (
    <Stack gap={14}>
      <Select
        label="PSP"
        withAsterisk
        data={psps.map((psp) => ({ value: psp, label: pspName(psp) }))}
        value={choice.psp}
        searchable
        onChange={choosePsp}
        data-autofocus
      />
      <Autocomplete
        label="Account"
        withAsterisk
        data={accounts.filter(({ psp }) => psp === choice.psp).map(({ pspAccount }) => pspAccount)}
        value={choice.pspAccount ?? ''}
        onChange={(pspAccount) => set({ pspAccount })}
      />
      <Select
        label="Import profile"
        data={[genericProfile, ...profiles.map(({ id, title }) => ({ value: id, label: title }))]}
        value={choice.profileId}
        allowDeselect={false}
        onChange={(profileId) => set({ profileId: profileId ?? '' })}
      />
      <FileInput
        label="File"
        withAsterisk
        description="CSV in UTF-8 with a header, at most 50 MB and 500,000 lines"
        accept=".csv,.txt,text/csv"
        value={choice.file}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear File' }}
        error={isTooLarge ? 'At most 50 MB' : undefined}
        onChange={(file) => set({ file })}
      />
    </Stack>
  )
}

function Buttons({ importing, onClose }: { readonly importing: Importing; readonly onClose: () => void }) {
  const { preview, choice, isRunning, isTooLarge } = importing
  const isChosen =
    choice.psp !== null && (choice.pspAccount ?? '') !== '' && choice.file !== null && !isTooLarge
  const replaced = preview?.supersedes
  const mayCommit =
    preview?.problemCount === 0 &&
    !preview.alreadyImported &&
    (!replaced || (replaced.isReplaceable && choice.supersede))
  return (
    <>
      <Button variant="default" onClick={preview ? importing.back : onClose} disabled={isRunning}>
        {preview ? 'Back' : 'Cancel'}
      </Button>
      {preview ? (
        <Button loading={isRunning} disabled={!mayCommit} onClick={importing.commit}>
          Import {counted(preview.rows, 'line')}
        </Button>
      ) : (
        <Button loading={isRunning} disabled={!isChosen} onClick={importing.check}>
          Check file
        </Button>
      )}
    </>
  )
}

/** A settlement file, checked and then imported. */
export function ImportDialog({ list }: { readonly list: ListPageModel }) {
  const isOpen = list.state.dialog === 'import-file'
  const importing = useImportFile(isOpen, (id) => list.change((state) => ({ ...state, dialog: null, id })))
  const close = () => {
    importing.reset()
    list.openDialog(null)
  }
  const { failure, preview } = importing
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      title="Import settlement file"
      widthPx={preview ? 900 : 600}
      footer={<Buttons importing={importing} onClose={close} />}
    >
      <Stack gap={14}>
        {preview ? (
          <ImportPreview preview={preview} importing={importing} />
        ) : (
          <Choices importing={importing} />
        )}
        {failure ? (
          <Alert color="red" variant="light" role="alert" icon={<Icon name="warning" />} title={failure.text}>
            {failure.detail}
          </Alert>
        ) : null}
      </Stack>
    </Dialog>
  )
}
