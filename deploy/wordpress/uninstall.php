<?php
/**
 * Removes the settings, and with them the stored secret, when the plugin is deleted.
 *
 * @package FrontdeskChat
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'frontdesk_chat' );
