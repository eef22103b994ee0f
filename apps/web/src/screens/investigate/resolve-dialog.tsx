import { Stack, Text } from '@mantine/core'
import type { ResolveCaseBody } from '@signalbox/model/calls/case'
import type { CaseSheet } from '@signalbox/model/calls/case-sheet'
import type { CaseOutcome } from '@signalbox/model/investigation/case'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { useId } from 'react'
import { ApiError } from '../../kit/api.ts'
import { DialogFooter } from '../../ui/dialog-footer.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OutcomeView, useOutcomes } from '../transactions/for-other-screens.ts'
import { AmountField, ConsequenceFields, EvidenceFields, words } from './resolution-fields.tsx'
import type { FieldMessages } from './use-case-actions.ts'
import { useResolution } from './use-resolution.ts'

interface ResolveDialogProps {
  readonly sheet: CaseSheet
  readonly outcome: CaseOutcome
  readonly running: boolean
  readonly refused: FieldMessages
  readonly onRun: (body: ResolveCaseBody) => void
  readonly onClose: () => void
}

/** What the decision will do, with the amount that is typed; or why that cannot be said. */
function usePreview({ sheet, outcome }: ResolveDialogProps, moved: WireMoney | null) {
  const outcomes = useOutcomes('case', sheet.id, { moved })
  const preview = outcomes.data?.outcomes.find((each) => each.outcome === outcome)
  const notShown = outcomes.error instanceof ApiError ? outcomes.error.body.fields?.[0]?.message : undefined
  return { preview, notShown }
}

/** Asks for the evidence of a decision and shows what it will do before it does it. */
export function ResolveDialog(props: ResolveDialogProps) {
  const { sheet, outcome, running, refused, onRun, onClose } = props
  const formId = useId()
  const form = useResolution(sheet, outcome)
  const { preview, notShown } = usePreview(props, form.asksAmount ? form.values.moved : null)
  return (
    <Dialog
      opened
      onClose={onClose}
      widthPx={720}
      title={words[outcome].title}
      footer={
        <DialogFooter
          formId={formId}
          running={running}
          danger={outcome === 'FAILED'}
          keys="mod+Enter"
          onClose={onClose}
        >
          Decide: {outcome.toLowerCase()}
        </DialogFooter>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const body = form.submitted()
          if (body) onRun(body)
        }}
      >
        <Stack gap={14}>
          <Text>{words[outcome].help} Your evidence is stored with your name.</Text>
          <EvidenceFields outcome={outcome} form={form} refused={refused} />
          {form.asksAmount ? (
            <AmountField
              id={`${formId}-amount`}
              requested={sheet.pspAmount}
              form={form}
              problem={notShown ?? refused.amount}
            />
          ) : null}
          <ConsequenceFields sheet={sheet} outcome={outcome} form={form} />
          {preview ? <OutcomeView preview={preview} tellMerchant={form.values.tellMerchant} /> : null}
        </Stack>
      </form>
    </Dialog>
  )
}
