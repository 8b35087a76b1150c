import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { currentStage } from './stage';

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** A response that closes its connection (`Connection: close`) while the process is draining. */
export class DrainResponse extends ServerResponse<IncomingMessage> {
  override writeHead(status: number, headers?: Headers): this;
  override writeHead(status: number, reason?: string, headers?: Headers): this;
  override writeHead(status: number, ...rest: [Headers?] | [string?, Headers?]): this {
    if (currentStage() === 'draining') this.shouldKeepAlive = false;
    return super.writeHead(status, ...(rest as [string?, Headers?]));
  }
}
