import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import type { z } from 'zod'
import { unlistedHead } from '#features/site/page-head.ts'
import { employerDashboardPath, employerPostingPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback.tsx'
import { Checkbox, SelectField } from '#ui/field.tsx'
import { cardClass } from '#ui/layout.tsx'
import { toast } from '#ui/toast.ts'
import { callApi, currentOf } from '#platform/web/api.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { type ApiFormState, useApiForm } from '#platform/web/form/use-api-form.ts'
import { useShownPage, type PageLoad } from '#platform/web/navigation.tsx'
import { BackLink, Loaded } from '#platform/web/page-parts.tsx'
import type { Call, ResponseOf } from '#shared/contract.ts'
import { markable, maxQuestions, questionKinds } from '../model.ts'
import { questionsFormSchema } from '../schemas.ts'
import { InboxDesk } from './components/inquiry-parts.tsx'
import { questionsQuery } from './queries.ts'

export const load: PageLoad = ({ queryClient, params: { id = '' } }) =>
  queryClient.prefetchQuery(questionsQuery(id))

export const head = unlistedHead(
  'Questions',
  'The questions of a posting to applicants.',
  employerDashboardPath,
)

export function Page() {
  const { id = '' } = useShownPage().params
  const query = useQuery(questionsQuery(id))
  return (
    <InboxDesk>
      <BackLink label="Posting" to={employerPostingPath(id)} className="mt-4" />
      <h1 className="mt-2 text-xl font-bold">Questions to applicants</h1>
      <p className="mt-2 mb-6 max-w-prose text-muted">
        The inquiry form asks them, up to {maxQuestions}. Answers that you got stay as they are when
        you change or delete a question, or a set.
      </p>
      <Loaded query={query} failure="This is not one of your postings, or it could not be loaded.">
        {(saved) => <QuestionsForm id={id} saved={saved} />}
      </Loaded>
    </InboxDesk>
  )
}

/** The form has one choice a line. */
const fieldsOf = (questions: Saved['questions']) =>
  questions.map((question) => ({
    ...question,
    choices: question.choices.join('\n'),
    marks: question.marks.join('\n'),
  }))

type Saved = ResponseOf<'GET /api/job-postings/:id/questions'>

const changes = [
  'GET /api/job-postings/:id/questions',
  'GET /api/jobs/:id/recipient',
] as const satisfies Call[]

function QuestionsForm({ id, saved }: { id: string; saved: Saved }) {
  // Not what a later answer of the query brings: the form shows this one.
  const [seen, setSeen] = useState(saved)
  const [setId, setSetId] = useState(saved.setId)
  const set = seen.sets.find((candidate) => candidate.id === setId)
  const form = useApiForm({
    schema: questionsFormSchema,
    defaults: { name: set?.name ?? '', questions: fieldsOf(saved.questions) },
    submit: ({ name, questions }) =>
      callApi('PUT /api/job-postings/:id/questions', {
        params: { id },
        body: {
          version: seen.version,
          set: name === '' ? null : { id: setId, name, version: set?.version ?? null },
          questions: questions.map((question) => ({
            ...question,
            marks: question.marks.filter((answer) => markable(question).includes(answer)),
          })),
        },
      }).catch((error: unknown) => {
        const current = currentOf<Saved>(error)
        if (current) setSeen(current)
        throw error
      }),
    done: (answer) => {
      setSeen(answer)
      setSetId(answer.setId)
      toast({ title: 'Questions saved', description: 'The inquiry form asks them from now on.' })
    },
    changes,
    failure: { title: 'Failed to save the questions' },
  })
  const { fields, append, remove, replace } = useFieldArray({
    control: form.hook.control,
    name: 'questions',
    keyName: 'key',
  })
  const remover = useAction({
    call: (target: string) => callApi('DELETE /api/question-sets/:id', { params: { id: target } }),
    done: () => {
      setSetId(null)
      setSeen({ ...seen, sets: seen.sets.filter((candidate) => candidate.id !== setId) })
      form.hook.setValue('name', '')
      return { title: 'Set deleted', description: 'Its postings keep the questions as their own.' }
    },
    failure: 'Not deleted',
    changes,
  })
  function choose(chosen: string) {
    const questionSet = seen.sets.find((candidate) => candidate.id === chosen)
    setSetId(questionSet?.id ?? null)
    form.hook.setValue('name', questionSet?.name ?? '')
    if (questionSet) replace(fieldsOf(questionSet.questions))
  }
  const others = (set?.postings ?? 0) - (seen.setId === setId ? 1 : 0)
  return (
    <ApiForm form={form} label="Questions" className="flex max-w-form flex-col gap-4">
      {seen.sets.length > 0 && (
        <SelectField
          label="Which questions"
          disabled={!form.ready}
          empty="Only this posting’s"
          value={setId ?? ''}
          onChange={({ target }) => choose(target.value)}
          options={seen.sets.map(({ id: value, name }) => ({ value, label: name }))}
        />
      )}
      <FormField
        form={form}
        name="name"
        label="Name of the set"
        optional
        hint="With a name, your other postings can ask the same questions."
      />
      {others > 0 && (
        <Alert>
          {others === 1 ? 'Another posting asks' : `${others} other postings ask`} this set. What
          you save counts there, too, for those who apply from now on.
        </Alert>
      )}
      {fields.map(({ key }, index) => (
        <QuestionFields key={key} form={form} index={index} onDelete={() => remove(index)} />
      ))}
      {fields.length < maxQuestions && (
        <Button
          label="Add a question"
          look="secondary"
          icon={Plus}
          className="self-start"
          disabled={!form.ready}
          onClick={() =>
            append({
              id: crypto.randomUUID(),
              kind: 'text',
              label: '',
              choices: '',
              marks: '',
              isRequired: true,
            })
          }
        />
      )}
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton label="Save questions" form={form} pendingLabel="Saving..." />
        {set && (
          <ActionButton
            label="Delete this set"
            look="quiet"
            disabled={!form.ready}
            action={remover}
            input={set.id}
            ask={`Delete the set ‘${set.name}’? The postings that ask it keep its questions as their own.`}
          />
        )}
      </div>
    </ApiForm>
  )
}

type Form = ApiFormState<z.input<typeof questionsFormSchema>, z.output<typeof questionsFormSchema>>
type QuestionProps = { form: Form; index: number; onDelete: () => void }

function QuestionFields({ form, index, onDelete }: QuestionProps) {
  const field = <Name extends string>(name: Name) => `questions.${index}.${name}` as const
  const kind = form.hook.watch(field('kind'))
  return (
    <fieldset className={`${cardClass} flex flex-col gap-4 p-5`}>
      <legend className="sr-only">Question {index + 1}</legend>
      <FormField form={form} name={field('label')} label={`Question ${index + 1}`} />
      <FormField
        form={form}
        name={field('kind')}
        label="Answer"
        select={{ options: questionKinds }}
      />
      {kind === 'choice' && (
        <FormField
          form={form}
          name={field('choices')}
          label="Choices"
          hint="One a line"
          area={{ rows: 4 }}
        />
      )}
      {kind === 'yes-no' && (
        <FormField
          form={form}
          name={field('marks')}
          label="Answer that marks the application"
          hint="You see the mark in inbox and board. It rejects nobody."
          select={{ empty: 'None', options: ['Yes', 'No'] }}
        />
      )}
      {kind === 'choice' && (
        <FormField
          form={form}
          name={field('marks')}
          label="Choices that mark the application"
          hint="One a line. You see the mark in inbox and board. It rejects nobody."
          optional
          area={{ rows: 2 }}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Checkbox {...form.hook.register(field('isRequired'))} label="Must be answered" />
        <Button
          label="Delete"
          look="quiet"
          size="sm"
          icon={Trash2}
          aria-label={`Delete question ${index + 1}`}
          onClick={onDelete}
        />
      </div>
    </fieldset>
  )
}
