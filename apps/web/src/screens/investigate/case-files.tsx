import { Button, FileButton } from '@mantine/core'
import type { CaseFile, CaseSheet } from '@signalbox/model/calls/case-sheet'
import { caseFileKinds, kindOfFile, largestCaseFile } from '@signalbox/model/investigation/case-file'
import { useRef, useState } from 'react'
import { requestFile } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { InstantView } from '../../kit/field/field-view.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Item, ItemList } from '../../ui/item-list.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Section } from '../../ui/section.tsx'
import styles from './investigate.module.css'
import type { CaseActions } from './use-case-actions.ts'

const accepted = Object.keys(caseFileKinds)
  .map((kind) => `.${kind}`)
  .join(',')

const units = ['bytes', 'kB', 'MB'] as const

/** Kilobytes of 1024, because that is what the limit counts in. */
function sizeText(bytes: number): string {
  const step = bytes < 1024 ? 0 : bytes < 1024 * 1024 ? 1 : 2
  const value = bytes / 1024 ** step
  return `${step === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[step]}`
}

/** What the server would refuse is refused before it travels. */
async function whyNot(file: File): Promise<string | undefined> {
  if (file.size > largestCaseFile) return `${file.name} is ${sizeText(file.size)}; the limit is 10 MB.`
  const kind = kindOfFile(new Uint8Array(await file.arrayBuffer()))
  return kind ? undefined : `${file.name} is not a PDF, PNG or CSV file.`
}

/** The browser encodes large files itself, which code of ours would do slower. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })

function FileLine({ caseId, file }: { readonly caseId: string; readonly file: CaseFile }) {
  const [busy, setBusy] = useState(false)
  const fetchIt = async () => {
    setBusy(true)
    try {
      const { content } = await requestFile(`/case/${caseId}/file/${file.id}`, {})
      saveFile(file.name, content)
    } catch (error) {
      reportFailure(error, { label: 'File', done: 'downloaded' })
    }
    setBusy(false)
  }
  return (
    <Item
      icon="file"
      note={
        <>
          {sizeText(file.sizeBytes)} · {file.author} · <InstantView iso={file.at} />
        </>
      }
      action={
        file.erased ? null : (
          <Button
            size="compact-sm"
            variant="default"
            loading={busy}
            aria-label={`Download ${file.name}`}
            onClick={() => void fetchIt()}
          >
            Download
          </Button>
        )
      }
    >
      {file.erased ? 'Erased with the user’s data' : file.name}
    </Item>
  )
}

/** Statements, letters and screenshots that show what happened. */
export function CaseFiles({
  sheet,
  caseActions,
}: {
  readonly sheet: CaseSheet
  readonly caseActions: CaseActions
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const reset = useRef<() => void>(null)
  const { files } = sheet
  const may = sheet.allowed.includes('file')
  if (!may && files.length === 0) return null
  const add = async (file: File | null) => {
    // The same file can be chosen again after a problem.
    reset.current?.()
    if (!file) return
    try {
      const why = await whyNot(file)
      setProblem(why ?? null)
      if (why === undefined)
        await caseActions.run('file', sheet, { name: file.name, content: await base64Of(file) })
    } catch {
      setProblem(`${file.name} cannot be read.`)
    }
  }
  return (
    <Section title="Files">
      {files.length === 0 ? null : (
        <ItemList>
          {files.map((file) => (
            <FileLine key={file.id} caseId={sheet.id} file={file} />
          ))}
        </ItemList>
      )}
      {may ? (
        <>
          <div className={styles.addFile}>
            <FileButton accept={accepted} resetRef={reset} onChange={(file) => void add(file)}>
              {(props) => (
                <Button
                  {...props}
                  size="compact-md"
                  variant="default"
                  leftSection={<Icon name="upload" size={16} />}
                  loading={caseActions.running === 'file'}
                  disabled={caseActions.running !== null}
                >
                  Add a file
                </Button>
              )}
            </FileButton>
            <span className={styles.note}>PDF, PNG or CSV, up to 10 MB. This cannot be undone.</span>
          </div>
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        </>
      ) : null}
    </Section>
  )
}
