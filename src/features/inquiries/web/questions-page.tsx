import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { unlistedHead } from '#features/site/page-head.ts'
import { employerDashboardPath, employerPostingPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/field.tsx'
import { cardClass } from '#ui/layout.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError, callApi } from '#platform/web/api.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { useShownPage, type PageLoad } from '#platform/web/navigation.tsx'
import { BackLink, Loaded } from '#platform/web/page-parts.tsx'
import type { ResponseOf } from '#shared/contract.ts'
import { maxQuestions, questionKinds } from '../model.ts'
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
        you change or delete a question.
      </p>
      <Loaded query={query} failure="This is not one of your postings, or it could not be loaded.">
        {(saved) => <QuestionsForm id={id} saved={saved} />}
      </Loaded>
    </InboxDesk>
  )
}

/** The form has one choice a line. */
const fieldsOf = ({ questions }: Saved) =>
  questions.map((question) => ({ ...question, choices: question.choices.join('\n') }))

type Saved = ResponseOf<'GET /api/job-postings/:id/questions'>

function QuestionsForm({ id, saved }: { id: string; saved: Saved }) {
  // Not what a later answer of the query brings: the form shows this one.
  const [{ version }, setSeen] = useState(saved)
  const form = useApiForm({
    schema: questionsFormSchema,
    defaults: { questions: fieldsOf(saved) },
    submit: (body) =>
      callApi('PUT /api/job-postings/:id/questions', {
        params: { id },
        body: { ...body, version },
      }).catch((error: unknown) => {
        if (error instanceof ApiError && error.current) setSeen(error.current as Saved)
        throw error
      }),
    done: (answer) => {
      setSeen(answer)
      toast({ title: 'Questions saved', description: 'The inquiry form asks them from now on.' })
    },
    changes: ['GET /api/job-postings/:id/questions', 'GET /api/jobs/:id/recipient'],
    failure: { title: 'Failed to save the questions' },
  })
  const { fields, append, remove } = useFieldArray({
    control: form.hook.control,
    name: 'questions',
    keyName: 'key',
  })
  return (
    <ApiForm form={form} label="Questions" className="flex max-w-form flex-col gap-4">
      {fields.map(({ key }, index) => (
        <fieldset key={key} className={`${cardClass} flex flex-col gap-4 p-5`}>
          <legend className="sr-only">Question {index + 1}</legend>
          <FormField
            form={form}
            name={`questions.${index}.label`}
            label={`Question ${index + 1}`}
          />
          <FormField
            form={form}
            name={`questions.${index}.kind`}
            label="Answer"
            select={{ options: questionKinds }}
          />
          {form.hook.watch(`questions.${index}.kind`) === 'choice' && (
            <FormField
              form={form}
              name={`questions.${index}.choices`}
              label="Choices"
              hint="One a line"
              area={{ rows: 4 }}
            />
          )}
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Checkbox
              {...form.hook.register(`questions.${index}.isRequired`)}
              label="Must be answered"
            />
            <Button
              label="Delete"
              look="quiet"
              size="sm"
              icon={Trash2}
              aria-label={`Delete question ${index + 1}`}
              onClick={() => remove(index)}
            />
          </div>
        </fieldset>
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
              isRequired: true,
            })
          }
        />
      )}
      <SubmitButton
        label="Save questions"
        form={form}
        pendingLabel="Saving..."
        className="self-start"
      />
    </ApiForm>
  )
}
