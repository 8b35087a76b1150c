import { type BackupHistory, chooseBackup } from './choose';
import type { Manifest } from './manifest';

/** At 12:05 the service was restored to 11:00, as timeline 2; at 15:00 the old cluster was put back for an hour. */
const day = (time: string) => `2026-11-21T${time}:00.000Z`;
const backup = (time: string, timeline: number, stopLsn: string) =>
  ({ name: time, endedAt: day(time), timeline, stopLsn }) as Manifest;
const history: BackupHistory = {
  backups: [
    backup('10:00', 1, '0/3000000'),
    backup('11:40', 1, '0/9000000'),
    backup('14:00', 2, '0/7000000'),
    backup('15:30', 1, '0/C000000'),
  ],
  timelines: [
    { timeline: 1, since: day('10:00') },
    { timeline: 2, since: day('12:05') },
    { timeline: 1, since: day('15:00') },
    { timeline: 2, since: day('16:00') },
  ],
  ancestorsOf: (timeline) => (timeline === 2 ? [{ timeline: 1, until: '0/5000000' }] : []),
};
const chosen = (time?: string) => {
  const { backup: found, timeline } = chooseBackup(history, time ? new Date(day(time)) : undefined);
  return [found?.name, timeline];
};

describe('the backup that a restore starts from', () => {
  it('is the newest backup before the moment', () => {
    expect(chosen('11:00')).toEqual(['10:00', 1]);
    expect(chosen('11:40')).toEqual(['11:40', 1]);
    expect(chosen('14:30')).toEqual(['14:00', 2]);
  });

  it('leads to the state of the service at the moment, even one that a restore replaced', () =>
    expect(chosen('12:00')).toEqual(['11:40', 1]));

  it('is never a backup of a past that a restore replaced, for a moment after that restore', () =>
    expect(chosen('13:00')).toEqual(['10:00', 2]));

  it('follows the service back to the old cluster, and away from it again', () => {
    expect(chosen('15:40')).toEqual(['15:30', 1]);
    expect(chosen('16:10')).toEqual(['14:00', 2]);
    expect(chosen()).toEqual(['14:00', 2]);
  });

  it('is nothing before the first backup', () => expect(chosen('09:59')).toEqual([undefined, 1]));
});
