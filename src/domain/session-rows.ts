import type { Warning } from '../common/findings';
import { dayText } from '../common/time';
import type { Part } from './part';
import { sessionText, termOf } from './term';
import { warning } from './warning';

/** Of two sessions of a term, the one ends before the other begins: else nobody can say in which a day lies. */
export const sessionRows: Part = {
  judged: { terms: ['start_date', 'end_date', 'sessions'] },
  open: () => ({
    judge: (seen): Warning[] => {
      const term = termOf(seen.number, seen.record);
      if (!term) return [];
      const rows = term.sessions.map((session, index) => ({ ...session, row: index }));
      const inOrder = rows.sort((a, b) => a.start - b.start || a.end - b.end);
      return inOrder.flatMap((session, place) => {
        // One may begin on the day on which the one before it ends.
        const next = inOrder.slice(place + 1).find(({ start }) => start < session.end);
        if (!next) return [];
        const [name, other] = [session, next].map(({ index, temp }) => sessionText(term.index, index, temp));
        return warning(seen, {
          code: 'SESSIONS_OVERLAP',
          path: `sessions[${session.row}].end_date`,
          fact: `${name} ends on ${dayText(session.end)}, after ${other} has begun (${dayText(next.start)})`,
          advice: 'correct the dates of one of them',
        });
      });
    },
  }),
};
