import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { SecurityOverview } from '@signalbox/model/calls/me'
import { useEffect, useId, useState } from 'react'
import { api, ApiError } from '../../kit/api.ts'
import { authenticateWithSecurityKey, SecurityKeyProblem } from '../../kit/session/security-key.ts'
import { Dialog } from '../../ui/dialog.tsx'

/** The second factors somebody can prove themselves with; the first is asked for, the others are offered. */
type Factor = 'code' | 'security-key' | 'recovery-code'

type Enrolled = Pick<SecurityOverview, 'authenticator' | 'securityKeys' | 'recoveryCodesLeft'>

function factorsOf({ authenticator, securityKeys, recoveryCodesLeft }: Enrolled): readonly Factor[] {
  const enrolled: Factor[] = [
    ...(authenticator ? (['code'] as const) : []),
    ...(securityKeys.length > 0 ? (['security-key'] as const) : []),
  ]
  return enrolled.length > 0 && recoveryCodesLeft > 0 ? [...enrolled, 'recovery-code'] : enrolled
}

/** Null until it is known. Where it cannot be found out, the server still says what it misses. */
function useFactors(): readonly Factor[] | null {
  const [factors, setFactors] = useState<readonly Factor[] | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    api('GET /me/security', { signal: abort.signal, suppressToast: true }).then(
      (overview) => setFactors(factorsOf(overview)),
      () => {
        if (!abort.signal.aborted) setFactors([])
      },
    )
    return () => abort.abort()
  }, [])
  return factors
}

const offers: Readonly<Record<Factor, string>> = {
  code: 'Use the authenticator app',
  'security-key': 'Use a security key',
  'recovery-code': 'Use a recovery code',
}

const inputs = {
  code: { label: 'Six-digit code', inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 7 },
  'recovery-code': { label: 'Recovery code', inputMode: 'text', autoComplete: 'off', maxLength: 20 },
} as const

async function answerOf(factor: Factor | undefined, typed: string) {
  if (factor === undefined) return {}
  if (factor === 'code') return { code: typed }
  if (factor === 'recovery-code') return { recoveryCode: typed }
  return { response: await authenticateWithSecurityKey(await api('POST /me/step-up/security-key', {})) }
}

interface Problem {
  readonly at: 'password' | 'factor'
  readonly message: string
}

function problemOf(error: unknown): Problem | null {
  if (error instanceof SecurityKeyProblem) return { at: 'factor', message: error.message }
  if (!(error instanceof ApiError)) return null
  const { code, fields, message } = error.body
  const isFactor = code === 'INVALID_CODE' || fields?.some(({ field }) => field === 'code')
  return { at: isFactor ? 'factor' : 'password', message: fields?.[0]?.message ?? message }
}

interface PasswordPromptProps {
  readonly settle: (proven: boolean) => void
}

interface PasswordPromptFormProps extends PasswordPromptProps {
  readonly factors: readonly Factor[]
}

/** Password and second factor as they are typed, sent and refused. */
function usePasswordPrompt({ settle, factors }: PasswordPromptFormProps) {
  const [password, setPassword] = useState('')
  const [factor, setFactor] = useState(factors[0])
  const [answer, setAnswer] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const typed = answer.replace(/\s/g, '')
  const input = factor === undefined || factor === 'security-key' ? null : inputs[factor]
  const prove = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await api('POST /me/step-up', { body: { password, ...(await answerOf(factor, typed)) } })
      settle(true)
    } catch (error) {
      const found = problemOf(error)
      setBusy(false)
      setProblem(found)
      // Their factors could not be read, and there is one after all.
      if (found?.at === 'factor' && factor === undefined) setFactor('code')
    }
  }
  const problemAt = (at: Problem['at']) => (problem?.at === at ? problem.message : null)
  return {
    password,
    setPassword,
    factor,
    chooseFactor: (other: Factor) => {
      setFactor(other)
      setAnswer('')
      setProblem(null)
    },
    input,
    answer,
    setAnswer,
    isComplete: password !== '' && (input === null || typed.length >= 6),
    busy,
    prove,
    problemAt,
  }
}

type Prompt = ReturnType<typeof usePasswordPrompt>

function FactorFields({ factors, prompt }: { readonly factors: readonly Factor[]; readonly prompt: Prompt }) {
  const { factor, chooseFactor, input, answer, setAnswer, problemAt } = prompt
  return (
    <>
      {input === null ? null : (
        <TextInput
          {...input}
          classNames={{ input: 'mono' }}
          spellCheck={false}
          value={answer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
          error={problemAt('factor')}
        />
      )}
      {input === null && problemAt('factor') ? <p role="alert">{problemAt('factor')}</p> : null}
      <Group gap={8}>
        {factors
          .filter((other) => other !== factor)
          .map((other) => (
            <Button key={other} variant="subtle" size="compact-sm" onClick={() => chooseFactor(other)}>
              {offers[other]}
            </Button>
          ))}
      </Group>
    </>
  )
}

function PasswordPromptForm(props: PasswordPromptFormProps) {
  const { settle, factors } = props
  const formId = useId()
  const prompt = usePasswordPrompt(props)
  const { password, setPassword, factor, isComplete, busy, prove, problemAt } = prompt
  return (
    <Dialog
      opened
      onClose={() => settle(false)}
      title="Confirm that it is you"
      footer={
        <>
          <Button variant="default" onClick={() => settle(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={busy} disabled={!isComplete}>
            {factor === 'security-key' ? 'Confirm with security key' : 'Confirm'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          void prove()
        }}
      >
        <Stack gap={16}>
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problemAt('password')}
            data-autofocus
          />
          <FactorFields factors={factors} prompt={prompt} />
        </Stack>
      </form>
    </Dialog>
  )
}

/** Asks for the password again, and for the second factor of whoever has one. */
export default function PasswordPrompt({ settle }: PasswordPromptProps) {
  const factors = useFactors()
  return factors === null ? null : <PasswordPromptForm settle={settle} factors={factors} />
}
