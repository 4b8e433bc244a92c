<?php
/**
 * Plugin Name:       Frontdesk chat
 * Description:       Puts your Frontdesk chat on your site, and lets customers who are signed in keep their conversation.
 * Version:           0.1.0
 * Requires at least: 5.7
 * Requires PHP:      7.4
 * License:           Apache-2.0
 * License URI:       https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain:       frontdesk-chat
 *
 * @package FrontdeskChat
 */

defined( 'ABSPATH' ) || exit;

/** The name of the option with all settings; uninstall.php deletes it. */
const FRONTDESK_CHAT_OPTION = 'frontdesk_chat';

/** The slug of the settings page, which is also the group of its fields. */
const FRONTDESK_CHAT_PAGE = 'frontdesk-chat';

/** Where the chat may appear: the value that is stored, and its words. */
function frontdesk_chat_places() {
	return array(
		'everywhere' => __( 'On every page', 'frontdesk-chat' ),
		'front'      => __( 'On the front page only', 'frontdesk-chat' ),
		'shop'       => __( 'On the pages of WooCommerce only', 'frontdesk-chat' ),
		'nowhere'    => __( 'Nowhere', 'frontdesk-chat' ),
	);
}

/** The stored settings, whole. */
function frontdesk_chat_settings() {
	$stored = get_option( FRONTDESK_CHAT_OPTION );
	return array_merge(
		array(
			'address' => '',
			'channel' => '',
			'place'   => 'everywhere',
			'secret'  => '',
		),
		is_array( $stored ) ? $stored : array()
	);
}

/** The secret: the constant of wp-config.php, else the stored one. */
function frontdesk_chat_secret() {
	if ( defined( 'FRONTDESK_IDENTITY_SECRET' ) ) {
		return (string) FRONTDESK_IDENTITY_SECRET;
	}
	return frontdesk_chat_settings()['secret'];
}

/**
 * Reads the settings page's fields. WordPress has checked the nonce and the right to manage options.
 *
 * @param mixed $given The fields as they were sent.
 */
function frontdesk_chat_sanitize( $given ) {
	$given    = is_array( $given ) ? $given : array();
	$text     = function ( $name ) use ( $given ) {
		return isset( $given[ $name ] ) && is_string( $given[ $name ] ) ? trim( $given[ $name ] ) : '';
	};
	$settings = frontdesk_chat_settings();
	$address  = rtrim( $text( 'address' ), '/' );
	// WordPress completes an address without a scheme and encodes spaces, so it must leave this one as it is.
	$is_whole = preg_match( '#^https?://[^/?\#@]+$#', $address ) && esc_url_raw( $address ) === $address;
	if ( '' !== $address && ! $is_whole ) {
		add_settings_error(
			FRONTDESK_CHAT_OPTION,
			'address',
			__( 'Enter only the address of your Frontdesk server, such as https://chat.example.com. The old one stays.', 'frontdesk-chat' )
		);
		$address = $settings['address'];
	}
	$channel = $text( 'channel' );
	if ( '' !== $channel && ! preg_match( '/^[A-Za-z0-9._~-]{1,100}$/', $channel ) ) {
		add_settings_error(
			FRONTDESK_CHAT_OPTION,
			'channel',
			__( 'Enter the channel as Frontdesk shows it under "Put it on a page". The old one stays.', 'frontdesk-chat' )
		);
		$channel = $settings['channel'];
	}
	$place  = $text( 'place' );
	$secret = $text( 'secret' );
	if ( ! empty( $given['forget_secret'] ) ) {
		$secret = '';
	} elseif ( '' === $secret ) {
		// The page never shows the secret, so an empty field keeps it.
		$secret = $settings['secret'];
	}
	return array(
		'address' => $address,
		'channel' => $channel,
		'place'   => array_key_exists( $place, frontdesk_chat_places() ) ? $place : $settings['place'],
		'secret'  => sanitize_text_field( $secret ),
	);
}

/** Registers the option, so that WordPress saves what the settings page sends. */
function frontdesk_chat_register() {
	register_setting(
		FRONTDESK_CHAT_PAGE,
		FRONTDESK_CHAT_OPTION,
		array(
			'type'              => 'array',
			'sanitize_callback' => 'frontdesk_chat_sanitize',
			'show_in_rest'      => false,
		)
	);
}
add_action( 'admin_init', 'frontdesk_chat_register' );

/** Adds the settings page to the menu. */
function frontdesk_chat_menu() {
	add_options_page(
		__( 'Frontdesk chat', 'frontdesk-chat' ),
		__( 'Frontdesk chat', 'frontdesk-chat' ),
		'manage_options',
		FRONTDESK_CHAT_PAGE,
		'frontdesk_chat_settings_page'
	);
}
add_action( 'admin_menu', 'frontdesk_chat_menu' );

/**
 * Adds the settings page to the plugin's links in the list of plugins.
 *
 * @param string[] $links The links so far.
 */
function frontdesk_chat_links( $links ) {
	$page = admin_url( 'options-general.php?page=' . FRONTDESK_CHAT_PAGE );
	array_unshift( $links, '<a href="' . esc_url( $page ) . '">' . esc_html__( 'Settings', 'frontdesk-chat' ) . '</a>' );
	return $links;
}
add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), 'frontdesk_chat_links' );

/** Prints the settings page. `settings_fields` prints the nonce that options.php checks. */
function frontdesk_chat_settings_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$settings = frontdesk_chat_settings();
	$name     = function ( $field ) {
		return FRONTDESK_CHAT_OPTION . '[' . $field . ']';
	};
	$is_fixed = defined( 'FRONTDESK_IDENTITY_SECRET' );
	?>
	<div class="wrap">
		<h1><?php echo esc_html__( 'Frontdesk chat', 'frontdesk-chat' ); ?></h1>
		<form action="options.php" method="post">
			<?php settings_fields( FRONTDESK_CHAT_PAGE ); ?>
			<table class="form-table" role="presentation">
				<tr>
					<th scope="row"><label for="frontdesk-address"><?php echo esc_html__( 'Address of the server', 'frontdesk-chat' ); ?></label></th>
					<td>
						<input type="url" id="frontdesk-address" class="regular-text code" placeholder="https://chat.example.com"
							name="<?php echo esc_attr( $name( 'address' ) ); ?>" value="<?php echo esc_attr( $settings['address'] ); ?>">
					</td>
				</tr>
				<tr>
					<th scope="row"><label for="frontdesk-channel"><?php echo esc_html__( 'Channel', 'frontdesk-chat' ); ?></label></th>
					<td>
						<input type="text" id="frontdesk-channel" class="regular-text code" maxlength="100"
							name="<?php echo esc_attr( $name( 'channel' ) ); ?>" value="<?php echo esc_attr( $settings['channel'] ); ?>">
					</td>
				</tr>
				<tr>
					<th scope="row"><label for="frontdesk-place"><?php echo esc_html__( 'Where to show it', 'frontdesk-chat' ); ?></label></th>
					<td>
						<select id="frontdesk-place" name="<?php echo esc_attr( $name( 'place' ) ); ?>">
							<?php foreach ( frontdesk_chat_places() as $place => $words ) : ?>
								<option value="<?php echo esc_attr( $place ); ?>"<?php selected( $settings['place'], $place ); ?>><?php echo esc_html( $words ); ?></option>
							<?php endforeach; ?>
						</select>
					</td>
				</tr>
				<tr>
					<th scope="row"><label for="frontdesk-secret"><?php echo esc_html__( 'Identity secret', 'frontdesk-chat' ); ?></label></th>
					<td>
						<?php if ( $is_fixed ) : ?>
							<p><?php echo esc_html__( 'The constant FRONTDESK_IDENTITY_SECRET in wp-config.php is used.', 'frontdesk-chat' ); ?></p>
						<?php else : ?>
							<input type="password" id="frontdesk-secret" class="regular-text code" autocomplete="off" value=""
								name="<?php echo esc_attr( $name( 'secret' ) ); ?>">
							<p class="description"><?php echo esc_html__( 'From Connections → Visitor identity. With it, customers who are signed in find their conversation on every device. An empty field keeps the stored secret.', 'frontdesk-chat' ); ?></p>
							<?php if ( '' !== $settings['secret'] ) : ?>
								<label><input type="checkbox" value="1" name="<?php echo esc_attr( $name( 'forget_secret' ) ); ?>"> <?php echo esc_html__( 'Remove the stored secret', 'frontdesk-chat' ); ?></label>
							<?php endif; ?>
						<?php endif; ?>
					</td>
				</tr>
			</table>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}

/** Whether this page shows the chat. */
function frontdesk_chat_is_here() {
	switch ( frontdesk_chat_settings()['place'] ) {
		case 'everywhere':
			return true;
		case 'front':
			return is_front_page();
		case 'shop':
			return function_exists( 'is_woocommerce' ) && ( is_woocommerce() || is_cart() || is_checkout() || is_account_page() );
		default:
			return false;
	}
}

/** What the chat may know of the customer who is signed in; null without a secret or a customer. */
function frontdesk_chat_visitor() {
	$secret = frontdesk_chat_secret();
	$user   = wp_get_current_user();
	if ( '' === $secret || ! $user->exists() ) {
		return null;
	}
	$id = (string) $user->ID;
	return array(
		'userId'   => $id,
		'userHash' => hash_hmac( 'sha256', $id, $secret ),
		'userName' => $user->display_name,
		'email'    => $user->user_email,
	);
}

/**
 * The script that says who the customer is. The browser remembers that it did: on the next page without a customer the chat
 * forgets them, so nobody goes on as a customer who signed out.
 */
function frontdesk_chat_says_who() {
	$visitor = frontdesk_chat_visitor();
	if ( null === $visitor ) {
		return <<<'JS'
try {
  if (localStorage.getItem("frontdesk.customer")) {
    localStorage.removeItem("frontdesk.customer");
    (window.Frontdesk ??= []).push(["shutdown"], ["boot"]);
  }
} catch {}
JS;
	}
	// The flags keep a name such as "</script>" inside its text.
	$words = wp_json_encode( $visitor, JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS );
	return '(window.Frontdesk ??= []).push(["identify", ' . $words . ']);'
		. ' try { localStorage.setItem("frontdesk.customer", "1"); } catch {}';
}

/** Prints the loader, and who the customer is, at the end of the page. */
function frontdesk_chat_print() {
	$settings = frontdesk_chat_settings();
	if ( '' === $settings['address'] || '' === $settings['channel'] || ! frontdesk_chat_is_here() ) {
		return;
	}
	if ( '' !== frontdesk_chat_secret() ) {
		wp_print_inline_script_tag( frontdesk_chat_says_who() );
	}
	wp_print_script_tag(
		array(
			'src'             => esc_url( $settings['address'] . '/chat_online/embed.js' ),
			'data-channel-id' => $settings['channel'],
			'async'           => true,
		)
	);
}
add_action( 'wp_footer', 'frontdesk_chat_print' );
