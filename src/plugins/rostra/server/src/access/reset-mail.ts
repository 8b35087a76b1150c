/** The mail about a forgotten password, a template of the users-permissions plugin. It contains no text from users. */
export const RESET_MAIL = {
  object: '重設密碼 – Reset your password',
  message: `<div lang="zh-Hant"><p>您好：我們收到要求，要重設您在 Rostra 的密碼。如果是您本人，請開啟下列連結設定新密碼：</p>
<p><%= URL %>?code=<%= TOKEN %></p>
<p>如果不是您，請忽略這封信，密碼不會改變。</p></div>
<hr>
<div lang="en"><p>Hello, somebody asked to reset your Rostra password. If it was you, open this link and choose a new one:</p>
<p><%= URL %>?code=<%= TOKEN %></p>
<p>If it was not you, ignore this mail: your password does not change.</p></div>`,
};
