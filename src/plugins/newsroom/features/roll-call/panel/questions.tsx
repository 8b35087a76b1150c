import { Box, Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { Members, Question } from './lists';

interface Props {
  questions: Question[];
  members: Members;
  answers: Record<string, number | null>;
  onAnswer(key: string, answer: number | null): void;
}

/** Names that do not match exactly one member, each with its candidates. */
export function Questions({ questions, members, answers, onAnswer }: Props) {
  const { formatMessage } = useIntl();
  if (questions.length === 0) return null;
  return (
    <Box tag="section" background="warning100" padding={4} hasRadius aria-labelledby="newsroom-roll-call-questions">
      <Typography variant="delta" tag="h3" id="newsroom-roll-call-questions">
        {formatMessage({ id: 'newsroom.roll-call.questions' })}
      </Typography>
      <Flex direction="column" alignItems="stretch" gap={3} paddingTop={3}>
        {questions.map((question) => (
          <Choice
            key={question.key}
            question={question}
            members={members}
            answer={answers[question.key]}
            onAnswer={(answer) => onAnswer(question.key, answer)}
          />
        ))}
      </Flex>
    </Box>
  );
}

interface ChoiceProps {
  question: Question;
  members: Members;
  answer: number | null | undefined;
  onAnswer(answer: number | null): void;
}

function Choice({ question: { key, list, written, kind, candidates }, members, answer, onAnswer }: ChoiceProps) {
  const { formatMessage } = useIntl();
  const textOf = (id: number): string => {
    const person = members.people.get(id);
    if (!person) return String(id);
    const detail = person.changes.length > 0 ? person.detail : formatMessage({ id: 'newsroom.roll-call.elsewhere' });
    return `${person.name}${detail ? `（${detail}）` : ''} #${person.number}`;
  };
  const options: [number | null, string][] = [
    ...candidates.map((id): [number, string] => [id, textOf(id)]),
    [null, formatMessage({ id: 'newsroom.roll-call.nobody' })],
  ];
  return (
    <Flex tag="fieldset" gap={4} wrap="wrap" style={{ border: 0, margin: 0, padding: 0 }}>
      <Typography tag="legend" fontWeight="semiBold" style={{ float: 'left' }}>
        {formatMessage(
          { id: `newsroom.roll-call.${kind}` },
          { written, list: formatMessage({ id: `newsroom.roll-call.${list}` }) },
        )}
      </Typography>
      {options.map(([id, text]) => (
        <Typography tag="label" key={id} variant="omega">
          <input
            type="radio"
            name={`newsroom-roll-call-${key}`}
            checked={answer === id}
            onChange={() => onAnswer(id)}
            style={{ marginInlineEnd: '0.6rem' }}
          />
          {text}
        </Typography>
      ))}
    </Flex>
  );
}
