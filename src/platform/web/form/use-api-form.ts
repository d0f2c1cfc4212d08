import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import type { Call } from '#shared/contract.ts'
import { dismissToast, toast } from '#ui/toast.ts'
import { signInPath, withReturnTo } from '#shared/paths.ts'
import { ApiError, invalidateCalls } from '#platform/web/api.ts'
import { storedText } from '#platform/web/browser.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { useHydrated } from '#platform/web/navigation.tsx'
import {
  fieldErrors,
  inPageOrder,
  isOvertaken,
  refusalOf,
  type Failure,
  type Problem,
} from './problems.ts'

/*
 * A form that sends its fields to an endpoint:
 *
 *   const form = useApiForm({
 *     schema: loginSchema, // from the feature's schemas.ts
 *     submit: (body) => callApi('POST /api/auth/login', { body }),
 *     done: () => toast({ title: 'Welcome back!' }),
 *     failure: { title: 'Login failed' },
 *   })
 *   <ApiForm form={form}>
 *     <FormField form={form} name="email" label="Email">{(control) => <TextInput {...control} type="email" />}</FormField>
 *     <SubmitButton label="Sign In" form={form} pendingLabel="Signing In..." />
 *   </ApiForm>
 *
 * Radios and checkboxes stand in a `RadioCards` or `CheckboxGroup` with `{...form.group('role')}`; what is no native control
 * uses `form.hook`, which is react-hook-form's own object. Import this folder, and schemas as values, only from pages and
 * from components that are loaded lazily: the first load has no room for zod.
 */

export type FormOptions<Input extends FieldValues, Output, Answer> = {
  schema: z.ZodType<Output, Input>
  /** Initial values. Omit empty ones, so that early input and autofill are kept. */
  defaults?: DefaultValues<Input>
  submit: (values: Output) => Promise<Answer>
  done?: (answer: Answer, values: Output) => void
  /** The calls that answer otherwise from then on, or already do after a refusal. */
  changes?: readonly Call[]
  /** Keeps what is typed in the tab under this name, until it is sent. */
  keepAs?: string
  /** The form stays shut after it was sent, because another page follows. */
  leavesPage?: boolean
  failure: Failure
}

export type FormState<Input extends FieldValues, Output> = {
  hook: UseFormReturn<Input, unknown, Output>
  fieldId: (name: string) => string
  errorOf: (name: Path<Input>) => string | undefined
  /** The props of a `RadioCards` or `CheckboxGroup`: name and error. */
  group: (name: Path<Input>) => UseFormRegisterReturn & { id: string; error: string | undefined }
  /** Also a field that is folded. */
  focusField: (name: string) => void
  problems: readonly Problem[]
  pending: boolean
  /** False before hydration, when the browser would send the form itself. */
  ready: boolean
  onSubmit: (event: SyntheticEvent) => void
  element: RefObject<HTMLFormElement | null>
  summary: RefObject<HTMLDivElement | null>
}

/** For parts of forms that take names and values as they come. */
export type AnyForm = FormState<FieldValues, unknown>

export type ApiFormState<Input extends FieldValues, Output = Input> = FormState<Input, Output> & {
  /** The same form. */
  untyped: AnyForm
}

const untypedHook = (hook: unknown) => hook as AnyForm['hook']

/** The honeypot of every form that has one. */
export const trapName = 'website'

const sessionEnded = 'Your session has ended. Sign in again: what you typed stays in this tab.'
const trapFilled = 'We could not send the form. Please try again.'

export function useApiForm<Input extends FieldValues, Output, Answer>({
  schema,
  defaults,
  submit,
  done,
  changes = [],
  keepAs,
  leavesPage = false,
  failure,
}: FormOptions<Input, Output, Answer>): ApiFormState<Input, Output> {
  const id = useId()
  const ready = useHydrated()
  const queryClient = useQueryClient()
  const wasSignedIn = useCurrentUser().status === 'signed-in'
  const element = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  // A ref, because state would come too late for a double click.
  const isShut = useRef(false)
  const [pending, setPending] = useState(false)
  const [general, setGeneral] = useState<readonly Problem[]>([])
  const [failures, setFailures] = useState(0)
  const hook = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    shouldFocusError: false,
    ...(defaults && { defaultValues: defaults }),
  })
  const anyHook = untypedHook(hook)
  const forget = useKeptInput(
    anyHook,
    keepAs,
    (field) => field !== trapName && !/password/i.test(field),
    element,
  )
  const complaints = fieldErrors(hook.formState.errors)
  const problems = [...general, ...inPageOrder(complaints, element.current)]
  const fieldId = (name: string) => `${id}-${name.replaceAll('.', '-')}`
  const errorOf = (name: string) => complaints.find(({ field }) => field === name)?.message

  useEffect(() => {
    if (failures > 0) focusProblem()
    // Only a new failure moves the focus, not a correction.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [failures])

  function focusProblem() {
    const [first, ...others] = problems
    if (first?.field !== undefined && others.length === 0) focusField(first.field)
    else summary.current?.focus()
  }

  function focusField(name: string) {
    document
      .querySelector(`#${CSS.escape(fieldId(name))}`)
      ?.closest('details')
      ?.setAttribute('open', '')
    anyHook.setFocus(name)
  }

  async function attempt() {
    if (isShut.current) return
    setGeneral([])
    if (anyHook.getValues(trapName)) {
      // A password manager may have filled it. Sent with it, the form would seem to succeed.
      anyHook.setValue(trapName, '')
      setGeneral([{ message: trapFilled }])
      setFailures((count) => count + 1)
      return
    }
    isShut.current = true
    let sent = false
    await hook.handleSubmit(async (values) => {
      sent = await send(values)
    })()
    isShut.current = sent && leavesPage
    if (!sent) setFailures((count) => count + 1)
  }

  async function send(values: Output) {
    setPending(true)
    const sent = textsOf(anyHook.getValues())
    let answer: Answer
    try {
      answer = await submit(values)
    } catch (error) {
      // The next try needs what others have changed, or it would be refused as well.
      if (isOvertaken(error)) await invalidateCalls(queryClient, changes)
      setPending(false)
      refuse(error)
      return false
    }
    setPending(leavesPage)
    // Of an earlier failure.
    dismissToast()
    const typed = Object.entries(textsOf(anyHook.getValues()))
    done?.(answer, values)
    forget()
    // The press did not send text that was typed after it, and `done` may have emptied the field.
    for (const [field, text] of typed)
      if (text !== (sent[field] ?? '')) anyHook.setValue(field, text, { shouldDirty: true })
    void invalidateCalls(queryClient, changes)
    return true
  }

  function refuse(error: unknown) {
    if (wasSignedIn && error instanceof ApiError && error.status === 401) {
      const href = withReturnTo(signInPath, location.pathname + location.search)
      setGeneral([{ message: sessionEnded, href }])
      return
    }
    const { message, details } = refusalOf(error, failure)
    const known = Object.keys(hook.getValues())
    const isHere = (field: string) => known.includes(field.split('.')[0] ?? '')
    for (const { field, message } of details) {
      if (isHere(field)) anyHook.setError(field, { type: 'server', message })
    }
    const elsewhere = details.filter(({ field }) => !isHere(field))
    setGeneral(details.length === 0 ? [{ message }] : elsewhere.map(({ message }) => ({ message })))
    toast({ title: failure.title, description: message, tone: 'danger' })
  }

  const untyped: AnyForm = {
    hook: anyHook,
    fieldId,
    errorOf,
    group: (name) => ({ ...anyHook.register(name), id: fieldId(name), error: errorOf(name) }),
    focusField,
    problems,
    pending,
    ready,
    onSubmit(event) {
      event.preventDefault()
      void attempt()
    },
    element,
    summary,
  }
  return { ...untyped, hook, untyped }
}

type Typed = Record<string, string>

/**
 * Keeps what is typed in the tab's storage until the form is sent, because a page that is older
 * than the site has to load again. No passwords, and nobody sees what another account typed.
 * @param name Which form it is; undefined keeps nothing.
 * @returns forgets it.
 */
function useKeptInput(
  { getValues, setValue, subscribe, formState }: AnyForm['hook'],
  name: string | undefined,
  isKept: (field: string) => boolean,
  element: RefObject<HTMLFormElement | null>,
): () => void {
  const current = useCurrentUser()
  const owner = current.status === 'signed-in' ? current.user.id : current.status
  const storage = useMemo(
    () =>
      name === undefined || owner === 'loading' ? undefined : storedText(`typed:${owner}:${name}`),
    [name, owner],
  )

  useEffect(() => {
    if (!storage) return undefined
    const blank = textsOf(formState.defaultValues ?? {})
    // Lists begin with their first choice, which nobody chose.
    for (const { name: field, options } of element.current?.querySelectorAll('select') ?? [])
      blank[field] ??= options[0]?.value ?? ''
    const early = textsOf(getValues())
    const isBlank = (field: string, text = '') => text === (blank[field] ?? '')
    // Typed before signing in.
    const before = storedText(`typed:anonymous:${name}`)
    const typed = storage.read() || before.read()
    before.write('')
    for (const [field, text] of Object.entries(readTyped(typed)))
      if (isKept(field) && isBlank(field, early[field]))
        setValue(field, text, { shouldDirty: true })
    if (typed !== '') storage.write(typed)
    let last = ''
    return subscribe({
      formState: { values: true },
      callback({ values }) {
        const typed = Object.entries(textsOf(values)).filter(
          ([field, text]) => isKept(field) && !isBlank(field, text),
        )
        const text = typed.length === 0 ? '' : JSON.stringify(Object.fromEntries(typed))
        // It is also called without a changed value, for example after the form was sent.
        if (text !== last) storage.write(text)
        last = text
      },
    })
    // What decides does not change while the form is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [storage])

  return () => storage?.write('')
}

/** The texts of a form by the path of their field. */
function textsOf(values: object, parent = '') {
  const found: Typed = {}
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'string') found[parent + key] = value
    else if (typeof value === 'object' && value !== null && value.constructor === Object)
      Object.assign(found, textsOf(value, `${parent}${key}.`))
  }
  return found
}

function readTyped(text: string) {
  try {
    return textsOf(JSON.parse(text))
  } catch {
    return {}
  }
}
