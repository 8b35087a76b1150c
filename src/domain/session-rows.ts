import type { Warning } from '../common/findings';
import { dayText } from '../common/time';
import type { RecordCheck } from './record-check';
import { sessionText, termOf } from './term';
import { warning } from './warning';

/** Checks that the sessions of a term do not overlap: each day belongs to one session. */
export const sessionRows: RecordCheck = {
  judged: { terms: ['start_date', 'end_date', 'sessions'] },
  open: () => ({
    judge: (seen): Warning[] => {
      const term = termOf(seen.number, seen.record);
      if (!term) return [];
      const rows = term.sessions.map((session, index) => ({ ...session, row: index }));
      const inOrder = rows.sort((a, b) => a.start - b.start || a.end - b.end);
      return inOrder.flatMap((session, place) => {
        // A session may begin on the day the previous one ends.
        const next = inOrder.slice(place + 1).find(({ start }) => start < session.end);
        if (!next) return [];
        const [name, other] = [session, next].map(({ index, temp }) => sessionText(term.index, index, temp));
        return warning(seen, {
          code: 'SESSIONS_OVERLAP',
          path: `sessions[${session.row}].end_date`,
          fact: `${name} ends on ${dayText(session.end)}, after ${other} begins (${dayText(next.start)})`,
          advice: 'correct the dates of one of the sessions',
        });
      });
    },
  }),
};
